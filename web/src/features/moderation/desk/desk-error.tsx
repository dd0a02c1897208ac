import * as words from '#words/moderation';
import { ShieldCheck } from 'lucide-react';
import { ApiError } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';

/** Whether the viewer must set up an authenticator app before anything else at the desk. */
export const needsFactor = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_needed';

/** A part of the desk that failed to load. */
export function DeskError(props: { error: unknown; otherwise: string; onRetry: () => void }) {
  const { error, otherwise, onRetry } = props;
  if (needsFactor(error)) return <FactorNeeded />;
  return <LoadError message={messageOf(error, otherwise)} onRetry={onRetry} />;
}

/** Explains why the desk is closed, and leads to the settings that open it. */
export function FactorNeeded() {
  return (
    <EmptyState
      drawing={<ShieldCheck strokeWidth={1} />}
      title={words.theDeskNeedsAnApp}
      action={
        <Link to={paths.settingsSection('security')} className={buttonLook({})}>
          {words.setUpAnApp}
        </Link>
      }
    />
  );
}
