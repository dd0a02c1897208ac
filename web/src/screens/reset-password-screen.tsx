import * as words from '#words/screens';
import { Link } from '../lib/router/link.tsx';
import { ResetPasswordForm } from '../features/auth/reset-password-form.tsx';
import { paths } from '../paths.ts';

export function ResetPasswordScreen() {
  return (
    <>
      <h1 className="mb-2 text-display font-bold">{words.chooseANewPassword}</h1>
      <p className="mb-6 text-muted">{words.youllBeSignedOutEverywhereAndCan}</p>
      <ResetPasswordForm />
      <p className="mt-6 text-center">
        <Link to={paths.login} className="font-semibold text-accent-text hover:underline">
          {words.backToSignIn}
        </Link>
      </p>
    </>
  );
}
