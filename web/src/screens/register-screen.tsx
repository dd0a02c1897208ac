import { Link, useLocation } from 'react-router';
import { RegisterForm } from '../features/auth/register-form.tsx';
import { usePageTitle } from '../lib/page-title.ts';

export function RegisterScreen() {
  usePageTitle('Sign up');
  const { state } = useLocation();
  return (
    <>
      <h1 className="mb-6 text-display font-bold">Sign up</h1>
      <RegisterForm />
      <p className="mt-6 text-center text-muted">
        Already have an account?{' '}
        <Link to="/login" state={state} className="font-semibold text-accent-text hover:underline">
          Sign in
        </Link>
      </p>
    </>
  );
}
