import type { Answer } from '@roost/contract/endpoint';
import { everyone, tiers } from '@roost/contract/limits';
import type { getLimits } from '@roost/contract/users';

/** The limits of a member of the free tier. */
export function sampleLimits(): Answer<typeof getLimits> {
  const quotaBytes = 1e9;
  return {
    status: 'success',
    data: {
      tier: 'free',
      free: { ...tiers.free, quotaBytes },
      premium: { ...tiers.premium, quotaBytes },
      everyone,
      newAccount: null,
      convertsVideo: true,
      deletionDays: 14,
    },
  };
}
