import * as words from '#words/screens';
import { Link } from '../lib/router/link.tsx';
import { useLocation } from '../lib/router/router.tsx';
import { RegisterForm } from '../features/auth/register-form.tsx';
import { paths } from '../paths.ts';

export function RegisterScreen() {
  const { state } = useLocation();
  return (
    <>
      <h1 className="mb-6 text-display font-bold">{words.signUp}</h1>
      <RegisterForm />
      <p className="mt-6 text-center text-muted">
        {words.alreadyHaveAnAccount}{' '}
        <Link
          to={paths.login}
          state={state}
          className="font-semibold text-accent-text hover:underline"
        >
          {words.signIn}
        </Link>
      </p>
    </>
  );
}
