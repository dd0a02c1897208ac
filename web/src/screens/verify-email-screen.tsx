import * as words from '#words/screens';
import { VerifyEmail } from '../features/auth/verify-email.tsx';
import { Link } from '../lib/router/link.tsx';
import { site } from '../lib/site.ts';
import { useParams } from '../lib/router/router.tsx';
import { paths } from '../paths.ts';

/** The page of the link in a mail that confirms an address. */
export function VerifyEmailScreen() {
  const { token = '' } = useParams(paths.verifyEmail(':token'));
  return (
    <>
      <h1 className="mb-6 text-display font-bold">{words.confirmYourAddress}</h1>
      <VerifyEmail token={token} />
      <p className="mt-6 text-center">
        <Link to={paths.home} className="font-semibold text-accent-text hover:underline">
          {words.continueToSite({ site: site.name })}
        </Link>
      </p>
    </>
  );
}
