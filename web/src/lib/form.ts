import type { Form } from '@base-ui/react/form';
import { useRef, useState, type FormEvent } from 'react';
import { ApiError, isCancelled } from './api/api-error.ts';

type Values = Record<string, string>;
type Rules = Record<string, (value: string) => string | undefined>;

/**
 * Sends a form of Base UI, and shows the server's errors at their fields. The fields always keep the typed text. Base UI
 * checks their own rules (`required`, `type=email`) and `rules`. `onRefused` gets the first field that breaks one, with the focus.
 */
export function useForm(
  send: (values: Values) => Promise<void>,
  rules: Rules = {},
  onRefused?: (field: HTMLElement) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const checks = useRef<Form.Actions>(null);
  const [errors, setErrors] = useState<Values>({});
  /** The texts of the last refusal that stood at fields. A field forgets its own as soon as somebody types in it. */
  const [atFields, setAtFields] = useState<string[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  function show(found: Values, reason?: unknown) {
    setErrors(found);
    setAtFields(Object.values(found));
    setFailure(reason);
  }

  function onSubmitCapture(event: FormEvent<HTMLFormElement>) {
    const { currentTarget: target } = event;
    if (!busy) checks.current?.validate();
    if (!busy && target.matches(':valid')) return;
    // Base UI would select the text of the first invalid field, and the next key would replace it.
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    show({});
    const refused = focusFirst(target, ':invalid');
    if (refused) onRefused?.(refused);
  }

  async function onFormSubmit(values: Values) {
    // The old errors stay until the answer arrives, so the layout does not move during a second press.
    setBusy(true);
    try {
      await send(values);
      show({});
    } catch (error) {
      const found = errorsOf(error);
      show(found, isCancelled(error) ? undefined : error);
      focusFirst(form.current, ...Object.keys(found).map((name) => `[name="${name}"]`));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    failure,
    /** For a change of the form that makes the errors meaningless. */
    forgetFailure: () => show({}),
    /** Whether a field shows this text, or has shown it. The form then does not repeat it. */
    isAtField: (text: string) => text !== '' && atFields.includes(text),
    /** Props of a `TextField`, by its name in the contract. A field with the message `missing` must not be empty. */
    field: (name: string, label: string, missing?: string) => ({
      name,
      label,
      missing,
      rule: rules[name],
      error: errors[name],
      onInput: () => setErrors((all) => ({ ...all, [name]: '' })),
    }),
    /** Props of the `<Form>`. */
    formProps: {
      ref: form,
      actionsRef: checks,
      onSubmitCapture,
      onFormSubmit: (values: Values) => void onFormSubmit(values),
    },
  };
}

function focusFirst(form: HTMLFormElement | null, ...selectors: string[]): HTMLElement | undefined {
  if (selectors.length === 0) return undefined;
  const found = form?.querySelector<HTMLElement>(selectors.join()) ?? undefined;
  found?.focus();
  return found;
}

/** The server's messages, by the name of their field. */
function errorsOf(error: unknown): Values {
  const found = error instanceof ApiError ? (error.errors ?? []) : [];
  return Object.fromEntries(found.map(({ path, message }) => [path, message]));
}
