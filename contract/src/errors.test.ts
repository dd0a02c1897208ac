import { expect, test } from 'vitest';
import { AppError, errors, type ErrorCode } from './errors.ts';

const codes = Object.entries(errors) as [ErrorCode, (typeof errors)[ErrorCode]][];

test.each(codes)(
  '%s has a status of the contract and words for people',
  (code, [status, message]) => {
    expect([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503, 507]).toContain(status);
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(message).toMatch(/^[A-Z].*\.$/);
    expect(new AppError(code)).toMatchObject({ status, message, code });
  },
);

test('the fixed error texts are unchanged', () => {
  expect(errors.unauthenticated[1]).toBe('Please login to access this resource.');
  expect(errors.edit_closed[1]).toBe('Editing window closed or no chances left.');
});
