import * as words from '#words/lib';
import type { FieldError } from '@roost/contract/errors';
import { site } from '../site.ts';

/** A failed call, with a message for the person. `status` is 0 if there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[] | undefined;
  /** The whole answer. Some codes have more keys in it, such as `methods`. */
  readonly details: Record<string, unknown>;
  /** The answer had no text, so `message` is a default. */
  readonly isWordless: boolean;

  constructor(
    message: string,
    about: {
      status?: number;
      code?: string;
      errors?: FieldError[] | undefined;
      details?: Record<string, unknown>;
      isWordless?: boolean;
    } = {},
  ) {
    super(message);
    this.status = about.status ?? 0;
    this.code = about.code ?? 'unreachable';
    this.errors = about.errors;
    this.details = about.details ?? {};
    this.isWordless = about.isWordless ?? false;
  }
}

/** Returns the message of an API error. Returns `otherwise` for other errors, and if the answer had no text. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && !error.isWordless ? error.message : otherwise;
}

/** The same, but if no answer came it returns `otherwise` and the reason. */
export function messageWithReason(error: unknown, otherwise: string): string {
  if (isUnanswered(error)) return `${otherwise} ${error.message}`;
  return messageOf(error, otherwise);
}

/** No answer came, so the server may have acted or not. */
export function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && ['unreachable', 'timeout'].includes(error.code);
}

/** The same call may succeed later: no answer came, the server has too much to do, or it has a fault. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  // The budget of a new account lasts for a day.
  const isBusy = status === 429 && code !== 'new_account';
  return isUnanswered(error) || isBusy || status >= 500;
}

export function tooLate(): ApiError {
  return new ApiError(words.theServerTookTooLongToAnswer, { code: 'timeout' });
}

export function unreachable(): ApiError {
  return new ApiError(words.siteCantBeReached({ site: site.name }));
}

/** A read got no answer because the app is offline. The place of the answer offers to try again. */
export function offline(): ApiError {
  return new ApiError(words.siteIsOutOfReach({ site: site.name }));
}

/** The person did not give the proof for which the app asked. Forms show nothing. */
export function cancelled(): ApiError {
  return new ApiError(words.youDidNotConfirm, { code: 'cancelled' });
}

export function isCancelled(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'cancelled';
}

const UNEXPECTED = words.anUnexpectedErrorOccurred;
const SIGNED_OUT = words.pleaseLoginToAccessThisResource;

/** There is no session. Wrong credentials do not count. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'bad_credentials';
}

/** The text of a failed answer. docs/product/wire.md ("The web app as a client") defines the order. */
export function errorText(status: number, body: unknown, raw: string, ownMessage?: string): string {
  return serverText(body, raw) ?? (status === 401 ? SIGNED_OUT : ownMessage || UNEXPECTED);
}

/** Makes an error from a failed answer. */
export function failure(status: number, raw: string, ownMessage?: string): ApiError {
  const body = parse(raw);
  const details = record(body);
  const { code, errors } = details;
  return new ApiError(errorText(status, body, raw, ownMessage), {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    errors: Array.isArray(errors) ? (errors as FieldError[]) : undefined,
    details,
    isWordless: serverText(body, raw) === undefined,
  });
}

/** The first candidate with a text. */
function serverText(body: unknown, raw: string): string | undefined {
  const fields = record(body);
  const error = record(fields['error']);
  const candidates = [
    fields['message'],
    fields['error'],
    error['description'],
    error['reason'],
    error['message'],
    fields['error_description'],
    fields['description'],
    typeof body === 'string' ? body : raw,
  ];
  const text = candidates
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')
    ?.trim();
  return text && !isMarkup(text) ? text : undefined;
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A proxy may answer with an HTML page, which is no error text. */
function isMarkup(raw: string): boolean {
  return /^\s*<(!doctype|html)/i.test(raw);
}
