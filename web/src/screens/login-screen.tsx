import { Link, useLocation } from 'react-router';
import { LoginForm } from '../features/auth/login-form.tsx';
import { usePageTitle } from '../lib/page-title.ts';

export function LoginScreen() {
  usePageTitle('Sign in');
  const { state } = useLocation();
  return (
    <>
      <h1 className="mb-6 text-display font-bold">Sign in</h1>
      <LoginForm />
      <p className="mt-6 text-center text-muted">
        New here?{' '}
        <Link
          to="/register"
          state={state}
          className="font-semibold text-accent-text hover:underline"
        >
          Sign up
        </Link>
      </p>
    </>
  );
}
