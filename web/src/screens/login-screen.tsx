import * as words from '#words/screens';
import { Link } from '../lib/router/link.tsx';
import { useLocation } from '../lib/router/router.tsx';
import { LoginForm } from '../features/auth/login-form.tsx';
import { paths } from '../paths.ts';

export function LoginScreen() {
  const { state } = useLocation();
  return (
    <>
      <h1 className="mb-6 text-display font-bold">{words.signIn}</h1>
      <LoginForm />
      <p className="mt-6 text-center text-muted">
        {words.newHere}{' '}
        <Link
          to={paths.register}
          state={state}
          className="font-semibold text-accent-text hover:underline"
        >
          {words.signUp}
        </Link>
      </p>
    </>
  );
}
