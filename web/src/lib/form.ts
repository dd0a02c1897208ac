import * as words from '#words/lib';
import { useRef, useState, type FormEvent, type SyntheticEvent } from 'react';
import { ApiError } from './api/api-error.ts';

type Values = Record<string, string>;

/**
 * A form whose fields always keep the typed text. It checks the inputs' own rules (`required`, `type=email`) and `rules`
 * together. Then it sends the values, and shows the server's errors at their fields.
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
      // The browser's messages replace these.
      target.checkValidity();
      return focusFirst([':invalid', ...broken.map(([name]) => `[name="${name}"]`)]);
    }
    // The old errors stay until the answer arrives, so the layout does not move during a second press.
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
    forgetFailure: () => setFailure(undefined),
    /** Whether a field already shows this text. The form then does not repeat it. */
    isAtField: (text: string) => text !== '' && Object.values(errors).includes(text),
    /** Props of the `<form>`. `noValidate` turns off the browser's bubbles, because the fields show the messages. */
    formProps: {
      ref: form,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
      noValidate: true,
    },
    /** Props of a field, by its name in the contract. */
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
  if (input.validity.valueMissing) return words.enterYour({ field: label.toLowerCase() });
  if (input.validity.typeMismatch) return words.enterAValidEmailAddress;
  return input.validationMessage;
}
