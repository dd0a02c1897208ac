import { expect, test } from 'vitest';
import { toAppError } from './errors.ts';

test.each([
  ['a file system', { code: 'ENOSPC' }],
  ['a file system with shares', { code: 'EDQUOT' }],
  ['PostgreSQL', { code: '53100' }],
  [
    'a node of a sharded database, by its words',
    { code: 'XX000', message: 'could not extend file "base/1": No space left on device' },
  ],
])(
  'a full disk of %s is 507 with Retry-After',
  (_of, fields: { code: string; message?: string }) => {
    const error = toAppError(Object.assign(new Error(), fields));
    expect(error).toMatchObject({ status: 507, code: 'storage_full', retryAfter: 60 });
  },
);
