import { useRef, useState, type FormEvent, type SyntheticEvent } from 'react';
import { ApiError } from './api-error.ts';

type Values = Record<string, string>;

/**
 * A form whose fields keep what was typed whatever happens. It checks what the inputs themselves ask for
 * (`required`, `type=email`), sends, and puts the server's errors at their fields.
 */
export function useForm(send: (values: Values) => Promise<void>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Values>({});
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const setError = (name: string, message: string) =>
    setErrors((all) => ({ ...all, [name]: message }));
  const focusFirst = (names: string[]) =>
    form.current
      ?.querySelector<HTMLElement>(names.map((name) => `[name="${name}"]`).join())
      ?.focus();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setErrors({});
    setFailure(undefined);
    if (!event.currentTarget.checkValidity()) {
      event.currentTarget.querySelector<HTMLElement>(':invalid')?.focus();
      return;
    }
    setBusy(true);
    try {
      await send(textValues(new FormData(event.currentTarget)));
    } catch (error) {
      const found = error instanceof ApiError ? (error.errors ?? []) : [];
      for (const { path, message } of found) setError(path, message);
      if (found.length > 0) focusFirst(found.map(({ path }) => path));
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
