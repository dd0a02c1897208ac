import type { FieldError } from '@roost/contract/errors';

/** A call that failed, with words for the person (spec §8). `status` is 0 where there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[] | undefined;
  /** An answer came, but it had no words of its own: `message` is a stand-in. */
  readonly isWordless: boolean;

  constructor(
    message: string,
    about: {
      status?: number;
      code?: string;
      errors?: FieldError[] | undefined;
      isWordless?: boolean;
    } = {},
  ) {
    super(message);
    this.status = about.status ?? 0;
    this.code = about.code ?? 'unreachable';
    this.errors = about.errors;
    this.isWordless = about.isWordless ?? false;
  }
}

/** What the server said went wrong (or that it can't be reached), else these words (spec §8: "server message else …"). */
export function wordsOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && !error.isWordless ? error.message : otherwise;
}

/** Only what the server itself said, else these words; for where the catalogue has its own for everything else. */
export function serverWordsOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.status > 0 ? wordsOf(error, otherwise) : otherwise;
}

export function tooLate(): ApiError {
  return new ApiError('The server took too long to answer. Please try again.', { code: 'timeout' });
}

export function unreachable(): ApiError {
  return new ApiError('Roost can’t be reached. Check your connection and try again.');
}

const UNEXPECTED = 'An unexpected error occurred.';
const SIGNED_OUT = 'Please login to access this resource.';

/** There is no session, or no longer; wrong credentials are something else. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'bad_credentials';
}

/** The text of a failed answer, in the order of spec §8. */
export function errorText(status: number, body: unknown, raw: string, ownMessage?: string): string {
  return serverText(body, raw) ?? (status === 401 ? SIGNED_OUT : ownMessage || UNEXPECTED);
}

/** A failed answer as an error. */
export function failure(status: number, raw: string, ownMessage?: string): ApiError {
  const body = parse(raw);
  const { code, errors } = record(body);
  return new ApiError(errorText(status, body, raw, ownMessage), {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    errors: Array.isArray(errors) ? (errors as FieldError[]) : undefined,
    isWordless: serverText(body, raw) === undefined,
  });
}

/** The first of these that says something. */
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

/** A proxy's error page is no text for people. */
function isMarkup(raw: string): boolean {
  return /^\s*<(!doctype|html)/i.test(raw);
}
