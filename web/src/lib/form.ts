import * as words from '#words/lib';
import { useRef, useState, type FormEvent, type RefObject, type SyntheticEvent } from 'react';
import { ApiError } from './api/api-error.ts';

type Values = Record<string, string>;
type Rules = Record<string, (value: string) => string | undefined>;

/**
 * A form whose fields always keep the typed text. It checks the inputs' own rules (`required`, `type=email`) and `rules`
 * together. Then it sends the values, and shows the server's errors at their fields.
 */
export function useForm(send: (values: Values) => Promise<void>, rules: Rules = {}) {
  const form = useRef<HTMLFormElement>(null);
  const { showErrors, showInvalid, ...fields } = useFieldErrors(form);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const { currentTarget: target } = event;
    const values = textValues(new FormData(target));
    const broken = brokenRules(rules, values);
    if (Object.keys(broken).length > 0 || !target.matches(':valid')) {
      setFailure(undefined);
      return showInvalid(broken);
    }
    // The old errors stay until the answer arrives, so the layout does not move during a second press.
    setBusy(true);
    try {
      await send(values);
      showErrors({});
      setFailure(undefined);
    } catch (error) {
      showErrors(errorsOf(error));
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    ...fields,
    busy,
    failure,
    forgetFailure: () => setFailure(undefined),
    /** Props of the `<form>`. `noValidate` turns off the browser's bubbles, because the fields show the messages. */
    formProps: {
      ref: form,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
      noValidate: true,
    },
  };
}

/** The messages at the fields, by the name of the field. */
function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<Values>({});
  const setError = (name: string, message: string) =>
    setErrors((all) => ({ ...all, [name]: message }));
  const focusFirst = (selectors: string[]) => {
    if (selectors.length > 0) form.current?.querySelector<HTMLElement>(selectors.join())?.focus();
  };
  const fieldsOf = (messages: Values) => Object.keys(messages).map((name) => `[name="${name}"]`);
  return {
    showErrors: (messages: Values) => {
      setErrors(messages);
      focusFirst(fieldsOf(messages));
    },
    /** Also shows the messages of the browser. They replace the others. */
    showInvalid: (messages: Values) => {
      setErrors(messages);
      form.current?.checkValidity();
      focusFirst([':invalid', ...fieldsOf(messages)]);
    },
    /** Whether a field already shows this text. The form then does not repeat it. */
    isAtField: (text: string) => text !== '' && Object.values(errors).includes(text),
    /** Props of a field, by its name in the contract. A field with the message `missing` must not be empty. */
    field: (name: string, label: string, missing?: string) => ({
      name,
      label,
      required: missing !== undefined,
      error: errors[name],
      onInput: () => setError(name, ''),
      onInvalid: (event: SyntheticEvent<HTMLInputElement>) => {
        event.preventDefault();
        setError(name, nativeWords(event.currentTarget, missing));
      },
    }),
  };
}

function brokenRules(rules: Rules, values: Values): Values {
  const broken: Values = {};
  for (const [name, rule] of Object.entries(rules)) {
    const message = rule(values[name] ?? '');
    if (message !== undefined) broken[name] = message;
  }
  return broken;
}

/** The server's messages, by the name of their field. */
function errorsOf(error: unknown): Values {
  const found = error instanceof ApiError ? (error.errors ?? []) : [];
  return Object.fromEntries(found.map(({ path, message }) => [path, message]));
}

function textValues(data: FormData): Values {
  const values: Values = {};
  for (const [name, value] of data) if (typeof value === 'string') values[name] = value;
  return values;
}

function nativeWords(input: HTMLInputElement, missing = ''): string {
  if (input.validity.valueMissing) return missing;
  if (input.validity.typeMismatch) return words.enterAValidEmailAddress;
  return input.validationMessage;
}
