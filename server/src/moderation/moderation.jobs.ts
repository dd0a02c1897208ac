import { defineJob } from '../platform/jobs/job.ts';

export interface DecisionMailRequest {
  decisionId: string;
  message?: string;
  isUpheld?: boolean;
  /** The decision is new, and takes the place of one that had an effect. */
  endsEarlier?: boolean;
}

export const countPersonJob = defineJob<{
  userId: string;
  /** Where an earlier run stopped. */
  from?: { kind: number; after: string };
}>('countPerson', { pool: 'upkeep' });

/** The mail about a decision, about its end, or about an appeal in vain. */
export const sendDecisionMailJob = defineJob<DecisionMailRequest>('sendDecisionMail', {
  pool: 'mail',
});
