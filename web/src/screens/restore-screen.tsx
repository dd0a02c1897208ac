import * as words from '#words/screens';
import { RestoreAccount } from '../features/auth/restore-account.tsx';
import { Link } from '../lib/router/link.tsx';
import { paths } from '../paths.ts';

/** Where a sign-in to a closed account leads. */
export function RestoreScreen() {
  return (
    <>
      <h1 className="mb-2 text-display font-bold">{words.keepYourAccount}</h1>
      <RestoreAccount />
      <p className="mt-6 text-center">
        <Link to={paths.login} className="font-semibold text-accent-text hover:underline">
          {words.backToSignIn}
        </Link>
      </p>
    </>
  );
}
