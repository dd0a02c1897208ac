import type { login } from '@roost/contract/auth';
import type { Answer } from '@roost/contract/endpoint';
import { ApiError } from '../../lib/api/api.ts';
import { navigate } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';
import { refusalIn, type Refusal } from './refusals/refusal.ts';
import { loadViewerAfterLogin } from './session.ts';

/** A closed account that its owner can still restore. It is the state of the page that offers it. */
export interface ClosedAccount {
  restoreToken: string;
  deletesAt: string;
}

/**
 * Signs in by any way, and loads the viewer. A closed account leads to the page that can restore it. `onRefused` hears why an account
 * cannot be used now; without it, this is an error like any other.
 */
export async function signInBy(
  send: () => Promise<Answer<typeof login>>,
  onRefused?: (refusal: Refusal) => void,
): Promise<void> {
  try {
    const { userid } = await send();
    if (!(await loadViewerAfterLogin(userid)))
      throw new Error('Signed in, but the viewer could not be loaded.');
  } catch (error) {
    const closed = closedAccountIn(error);
    const refusal = refusalIn(error);
    if (closed) navigate(paths.restore, { state: closed });
    else if (refusal && onRefused) onRefused(refusal);
    else throw error;
  }
}

function closedAccountIn(error: unknown): ClosedAccount | undefined {
  if (!(error instanceof ApiError) || error.code !== 'account_closing') return undefined;
  const { restoreToken, deletesAt } = error.details;
  return { restoreToken: String(restoreToken), deletesAt: String(deletesAt) };
}
