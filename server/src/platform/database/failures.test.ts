import { expect, test } from 'vitest';
import { toAppError } from '../http/errors/errors.ts';

/** Error texts of a coordinator that lost a node. Their codes differ. */
test.each([
  'SSL SYSCALL error: EOF detected',
  'SSL SYSCALL error: EOF detected\ninvalid socket',
  'failure on connection marked as essential: 10.0.0.2:5432',
  'connection to the remote node roost@10.0.0.2:5432 failed with the following error: connection not open',
  'could not establish any connections to the node 10.0.0.2:5432 after 1000 ms',
  'server closed the connection unexpectedly',
  'Connection terminated due to connection timeout',
])('%s: the database is unavailable', (message) => {
  const error = Object.assign(new Error(message), { code: 'XX000' });
  expect(toAppError(error)).toMatchObject({ status: 503, retryAfter: 2 });
});
