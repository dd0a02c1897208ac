import * as words from '#words/screens';
import { useQuery } from '@tanstack/react-query';
import { AppealForm } from '../features/auth/refusals/appeal-form.tsx';
import { meQuery } from '../features/auth/session.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Link } from '../lib/router/link.tsx';
import { useLocation, useSearchParams } from '../lib/router/router.tsx';
import { paths } from '../paths.ts';
import { buttonLook } from '../ui/controls/button.tsx';
import { LoadingLogo } from '../ui/states/loading-logo.tsx';

/**
 * Where people appeal who cannot sign in. A refused sign-in leads here, with its token in the history state. A mail about a decision
 * leads here with the id of the decision, and then the person needs a session.
 */
export function AppealScreen() {
  const { state, pathname, search } = useLocation();
  const [params] = useSearchParams();
  usePageTitle(words.appeal);
  const { data: viewer } = useQuery(meQuery);
  const appealToken = (state as { appealToken?: unknown } | null)?.appealToken;
  const decisionId = params.get('decision');
  const against =
    typeof appealToken === 'string'
      ? { appealToken }
      : viewer && decisionId
        ? { decisionId }
        : undefined;
  return (
    <>
      <h1 className="mb-6 text-display font-bold">{words.appeal}</h1>
      {against ? (
        <>
          <AppealForm against={against} />
          <p className="mt-6 text-center">
            <Link
              to={viewer ? paths.decisions : paths.login}
              className="font-semibold text-accent-text hover:underline"
            >
              {viewer ? words.decisionsAboutYou : words.backToSignIn}
            </Link>
          </p>
        </>
      ) : viewer === undefined ? (
        <LoadingLogo className="h-40" />
      ) : (
        <div className="flex flex-col gap-5">
          {viewer ? (
            <Link to={paths.decisions} className={buttonLook({ size: 'lg' })}>
              {words.decisionsAboutYou}
            </Link>
          ) : (
            <>
              <p className="text-muted">{words.signInToAppeal}</p>
              <Link
                to={paths.login}
                state={{ from: pathname + search }}
                className={buttonLook({ size: 'lg' })}
              >
                {words.continueToSignIn}
              </Link>
            </>
          )}
        </div>
      )}
    </>
  );
}
