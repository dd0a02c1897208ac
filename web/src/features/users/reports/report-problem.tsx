import * as words from '#words/users';
import { ApiError, messageWithReason } from '../../../lib/api/api-error.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/states/alert.tsx';

/** Why a report was not sent, and how to go on. The dialog keeps what the person chose and wrote. */
export function ReportProblem({ error, onClose }: { error: unknown; onClose: () => void }) {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'email_unverified')
    return (
      <Alert type="error">
        {words.confirmYourAddressFirst}{' '}
        <Link
          to={paths.settingsSection('security')}
          onClick={onClose}
          className="font-semibold text-accent-text underline"
        >
          {words.confirmYourAddress}
        </Link>
      </Alert>
    );
  return (
    <Alert type="error">
      {code === 'rate_limited'
        ? words.tooManyReports
        : messageWithReason(error, words.reportNotSent)}
    </Alert>
  );
}
