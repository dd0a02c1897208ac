import * as words from '#words/auth';
import { restoreAccount } from '@roost/contract/personal-data';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { briefTime } from '../../lib/format/relative-time.ts';
import { navigate, useLocation } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { signInBy, type ClosedAccount } from './sign-in.ts';

/** Restores a closed account, and signs in. Only a sign-in brings the token for it. */
export function RestoreAccount() {
  const { restoreToken, deletesAt } = (useLocation().state ?? {}) as Partial<ClosedAccount>;
  const { mutate, isPending, error } = useMutation({
    async mutationFn(token: string) {
      const body = { restoreToken: token };
      await signInBy(() => call(restoreAccount, { body }, { quiet: true }));
      navigate(paths.home, { replace: true });
    },
  });
  if (restoreToken === undefined || deletesAt === undefined)
    return <p className="text-muted">{words.signInToKeepYourAccount}</p>;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">{words.accountWillBeErased({ date: briefTime(deletesAt) })}</p>
      {error && <Alert type="error">{messageOf(error, words.accountNotRestored)}</Alert>}
      <Button size="lg" busy={isPending} onClick={() => mutate(restoreToken)}>
        {words.keepMyAccount}
      </Button>
    </div>
  );
}
