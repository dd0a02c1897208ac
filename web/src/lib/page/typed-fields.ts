import { TYPED_KEY } from '../logout.ts';
import { hasFields, storedJson, take, validItems } from '../storage.ts';

interface TypedField {
  name: string;
  value: string;
}

/**
 * The fields that a person filled before they changed the language. They last until the page has loaded again. A field with
 * `data-secret`, such as a password that is shown as text, is never among them.
 */
const stored = storedJson('sessionStorage', TYPED_KEY, (value) =>
  validItems(value, (item): item is TypedField =>
    hasFields<TypedField>(item, { name: 'string', value: 'string' }),
  ),
);

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The fields of the page that a reload would empty. */
function fields(): Field[] {
  const found = document.querySelectorAll<Field>(
    '#content form :is(input, textarea)[name]:not([data-secret])',
  );
  return [...found].filter(({ type }) => ['text', 'email', 'textarea'].includes(type));
}

export function keepTyped(): void {
  const typed = fields().filter(({ value }) => value !== '');
  stored.write(typed.map(({ name, value }) => ({ name, value })));
}

/** Fills the fields again, also those that appear later. Returns a function that ends the wait for these. */
export function restoreTyped(): () => void {
  const typed = new Map((take(stored) ?? []).map(({ name, value }) => [name, value]));
  const fill = () => {
    for (const field of typed.size > 0 ? fields() : []) {
      const value = typed.get(field.name);
      if (value !== undefined && typed.delete(field.name)) type(field, value);
    }
    if (typed.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fill);
  const page = document.getElementById('content');
  if (page) observer.observe(page, { childList: true, subtree: true });
  fill();
  return () => observer.disconnect();
}

/** Like a person's typing. React replaces the property of an element that it controls, so this takes that of the class. */
function type(field: Field, value: string): void {
  const of = Object.getPrototypeOf(field) as Field;
  Object.getOwnPropertyDescriptor(of, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
