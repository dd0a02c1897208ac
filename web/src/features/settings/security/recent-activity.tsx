import * as words from '#words/settings';
import type { ActivityKind } from '@roost/contract/security';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { deviceName } from '../device-name.ts';
import type { Security } from './security.query.ts';

const FIRST_ROWS = 10;

const texts: Record<ActivityKind, string> = {
  signIn: words.signedIn,
  signInFailed: words.signInFailed,
  codeFailed: words.codeFailed,
  reauthFailed: words.proofFailed,
  recoveryCodeUsed: words.recoveryCodeUsed,
  passwordChanged: words.changedPassword,
  passwordReset: words.resetPassword,
  totpEnabled: words.turnedOnTheApp,
  totpDisabled: words.turnedOffTheApp,
  recoveryCodesReplaced: words.replacedRecoveryCodes,
  passkeyAdded: words.addedPasskey,
  passkeyRemoved: words.removedPasskey,
  factorsReset: words.factorsWereReset,
  undone: words.undidChange,
  usernameChanged: words.changedTheUsername,
  accountClosed: words.closedTheAccount,
  accountRestored: words.restoredTheAccount,
  emailChangeAsked: words.askedToChangeTheAddress,
  emailChanged: words.changedTheAddress,
  emailVerified: words.confirmedTheAddress,
};

/** The recent events of the account. The newest rows show first, and a press shows the others. */
export function RecentActivity({ recent }: { recent: Security['recent'] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? recent : recent.slice(0, FIRST_ROWS);
  if (recent.length === 0) return <p className="text-muted">{words.nothingHappenedYet}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map(({ at, what, device, address }, index) => (
          <li key={`${at} ${index}`} className="flex items-baseline justify-between gap-4 py-2.5">
            <span className="min-w-0">
              <span className="block text-name font-medium">{texts[what]}</span>
              <span className="block truncate text-meta text-muted">
                {/* Only the operator acts from no network address. */}
                {address === ''
                  ? words.byTheOperator
                  : words.deviceAtAddress({ device: deviceName(device), address })}
              </span>
            </span>
            <span className="shrink-0 text-meta text-muted">
              <RelativeTime iso={at} />
            </span>
          </li>
        ))}
      </ul>
      {shown.length < recent.length && (
        <Button variant="secondary" className="mt-4 w-full" onClick={() => setWhole(true)}>
          {words.showAll({ count: recent.length })}
        </Button>
      )}
    </>
  );
}
