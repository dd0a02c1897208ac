import * as words from '#words/screens';
import { UndoChange } from '../features/auth/undo-change.tsx';
import { Link } from '../lib/router/link.tsx';
import { useParams } from '../lib/router/router.tsx';
import { paths } from '../paths.ts';

/** The page of the link in mails about changes of an account. */
export function UndoScreen() {
  const { token = '' } = useParams(paths.undo(':token'));
  return (
    <>
      <h1 className="mb-2 text-display font-bold">{words.undoAChange}</h1>
      <UndoChange token={token} />
      <p className="mt-6 text-center">
        <Link to={paths.login} className="font-semibold text-accent-text hover:underline">
          {words.backToSignIn}
        </Link>
      </p>
    </>
  );
}
