import * as words from '#words/auth';
import { verifyEmail } from '@roost/contract/addresses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Alert } from '../../ui/states/alert.tsx';
import { LoadingLogo } from '../../ui/states/loading-logo.tsx';
import { meKey } from './session.ts';

/** Confirms an address by the token of a mailed link. The token works once, so one visit sends it once. */
export function VerifyEmail({ token }: { token: string }) {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['verify-email', token],
    async queryFn() {
      const { message } = await call(verifyEmail, { params: { token } }, { quiet: true });
      if (client.getQueryData(meKey)) await client.invalidateQueries({ queryKey: meKey });
      return message;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error) return <Alert type="error">{messageOf(error, words.addressNotConfirmed)}</Alert>;
  if (data === undefined) return <LoadingLogo label={words.confirmingYourAddress} />;
  return <Alert type="success">{data}</Alert>;
}
