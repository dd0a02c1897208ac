import { useRef, useState, type FormEvent, type SyntheticEvent } from 'react';
import { ApiError } from './api-error.ts';

type Values = Record<string, string>;

/**
 * A form whose fields keep what was typed whatever happens. It checks what the inputs themselves ask for
 * (`required`, `type=email`) and `rules` by field, all at once, sends, and puts the server's errors at their fields.
 */
export function useForm(
  send: (values: Values) => Promise<void>,
  rules: Record<string, (value: string) => string | undefined> = {},
) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Values>({});
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const setError = (name: string, message: string) =>
    setErrors((all) => ({ ...all, [name]: message }));
  const focusFirst = (selectors: string[]) =>
    form.current?.querySelector<HTMLElement>(selectors.join())?.focus();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const { currentTarget: target } = event;
    const values = textValues(new FormData(target));
    const broken = brokenRules(rules, values);
    if (broken.length > 0 || !target.matches(':valid')) {
      setFailure(undefined);
      setErrors(Object.fromEntries(broken));
      // The inputs' own words come over these.
      target.checkValidity();
      return focusFirst([':invalid', ...broken.map(([name]) => `[name="${name}"]`)]);
    }
    // What was wrong stays until the answer is there, so that nothing moves under a second press.
    setBusy(true);
    try {
      await send(values);
      setErrors({});
      setFailure(undefined);
    } catch (error) {
      const found = error instanceof ApiError ? (error.errors ?? []) : [];
      setErrors(Object.fromEntries(found.map(({ path, message }) => [path, message])));
      if (found.length > 0) focusFirst(found.map(({ path }) => `[name="${path}"]`));
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    failure,
    /** Whether these words already stand at a field, so that they need not be said twice. */
    isAtField: (words: string) => words !== '' && Object.values(errors).includes(words),
    /** For the `<form>`; `noValidate` because the words are shown at the fields, not in the browser's bubbles. */
    formProps: {
      ref: form,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
      noValidate: true,
    },
    /** For each field, by its name in the contract. */
    field: (name: string, label: string) => ({
      name,
      label,
      required: true,
      error: errors[name],
      onInput: () => setError(name, ''),
      onInvalid: (event: SyntheticEvent<HTMLInputElement>) => {
        event.preventDefault();
        setError(name, nativeWords(event.currentTarget, label));
      },
    }),
  };
}

function brokenRules(
  rules: Record<string, (value: string) => string | undefined>,
  values: Values,
): [name: string, message: string][] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const message = rule(values[name] ?? '');
    return message === undefined ? [] : [[name, message]];
  });
}

function textValues(data: FormData): Values {
  const values: Values = {};
  for (const [name, value] of data) if (typeof value === 'string') values[name] = value;
  return values;
}

function nativeWords(input: HTMLInputElement, label: string): string {
  if (input.validity.valueMissing) return `Enter your ${label.toLowerCase()}.`;
  if (input.validity.typeMismatch) return 'Enter a valid email address.';
  return input.validationMessage;
}
