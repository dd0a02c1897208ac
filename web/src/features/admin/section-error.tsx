import * as words from '#words/admin';
import { ApiError } from '../../lib/api/api.ts';
import { Link } from '../../lib/router/link.tsx';
import { paths } from '../../paths.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { LoadError } from '../../ui/states/load-error.tsx';

interface SectionErrorProps {
  error: Error;
  onRetry: () => void;
}

/** Why a section does not load, with a way on. Admins without an authenticator app first need one. */
export function SectionError({ error, onRetry }: SectionErrorProps) {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_needed')
    return <LoadError message={error.message} onRetry={onRetry} />;
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <p className="max-w-[44ch] text-muted text-balance">{words.thisRoleNeedsAnApp}</p>
      <Link to={paths.settingsSection('security')} className={`mt-6 ${buttonLook({})}`}>
        {words.setUpAnApp}
      </Link>
    </div>
  );
}
