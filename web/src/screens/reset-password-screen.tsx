import { Link } from 'react-router';
import { ResetPasswordForm } from '../features/auth/reset-password-form.tsx';
import { usePageTitle } from '../lib/page-title.ts';

export function ResetPasswordScreen() {
  usePageTitle('Reset password');
  return (
    <>
      <h1 className="mb-2 text-display font-bold">Choose a new password</h1>
      <p className="mb-6 text-muted">
        You’ll be signed out everywhere and can then sign in with it.
      </p>
      <ResetPasswordForm />
      <p className="mt-6 text-center">
        <Link to="/login" className="font-semibold text-accent-text hover:underline">
          Back to sign in
        </Link>
      </p>
    </>
  );
}
