import { expect, test } from 'vitest';
import { ApiError, errorText, failure, isRetryable, tooLate, unreachable } from './api-error.ts';

const full = {
  message: 'message',
  error: { description: 'error.description', reason: 'error.reason', message: 'error.message' },
  error_description: 'error_description',
  description: 'description',
};
const text = (body: unknown, status = 400, own?: string) =>
  errorText(status, body, typeof body === 'string' ? body : JSON.stringify(body), own);

test('the error text is the first field with a text, in the documented order', () => {
  const { message: _, ...noMessage } = full;
  expect(text(full)).toBe('message');
  expect(text({ ...noMessage, error: 'error' })).toBe('error');
  expect(text(noMessage)).toBe('error.description');
  expect(text({ ...noMessage, error: { reason: 'error.reason', message: 'error.message' } })).toBe(
    'error.reason',
  );
  expect(text({ ...noMessage, error: { message: 'error.message' } })).toBe('error.message');
  expect(text({ error_description: 'error_description', description: 'description' })).toBe(
    'error_description',
  );
  expect(text({ message: '  ', description: 'description' })).toBe('description');
  expect(text({ odd: true })).toBe('{"odd":true}');
  expect(text('Bad Gateway')).toBe('Bad Gateway');
});

test('without a text from the server, the status or the request gives the words', () => {
  expect(errorText(401, '', '', 'own')).toBe('Please login to access this resource.');
  expect(errorText(500, '', '', 'own')).toBe('own');
  expect(errorText(500, '', '')).toBe('An unexpected error occurred.');
  expect(errorText(502, '', '<!doctype html><p>nginx', 'own')).toBe('own');
});

test('a failed answer keeps its code and its field errors', () => {
  const error = failure(
    400,
    JSON.stringify({
      message: 'No.',
      code: 'bad_input',
      errors: [{ path: 'email', message: 'x' }],
    }),
  );
  expect(error).toMatchObject({
    status: 400,
    code: 'bad_input',
    message: 'No.',
    errors: [{ path: 'email', message: 'x' }],
  });
});

const refusal = (status: number, code: string) => new ApiError('No.', { status, code });

test.each([
  ['no answer', unreachable(), true],
  ['a late answer', tooLate(), true],
  ['a busy server', refusal(429, 'rate_limited'), true],
  ['a busy proxy', refusal(429, 'unknown'), true],
  ['the spent budget of a new account', refusal(429, 'new_account'), false],
  ['a fault', refusal(500, 'internal'), true],
  ['a stopped server', refusal(503, 'unavailable'), true],
  ['a refusal', refusal(409, 'conflict'), false],
  ['an ended session', refusal(401, 'unauthenticated'), false],
  ['a mistake of the client', new TypeError('bug'), false],
])('whether a later call may succeed after %s', (_, error, expected) => {
  expect(isRetryable(error)).toBe(expected);
});
