import { paths } from '../../paths.ts';

/** The state of the login page: where the person wanted to go. */
export interface LoginState {
  from: string;
  /** The session has just ended, but not by a logout of the person. */
  hasExpired: boolean;
}

/** Always a path of the app, because it comes from the history state and never from the address. */
export function returnTo(state: unknown): string {
  const from = (state as Partial<LoginState> | null)?.from;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : paths.home;
}
