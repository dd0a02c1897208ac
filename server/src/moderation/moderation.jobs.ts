import { defineJob } from '../platform/jobs/job.ts';

export interface DecisionMailRequest {
  decisionId: string;
  message?: string;
  isUpheld?: boolean;
  /** The decision is new, and takes the place of one that had an effect. */
  endsEarlier?: boolean;
}

/** One person after the other, because two could lock the same counters in a different order. */
export const countPersonJob = defineJob<{ userId: string }>('countPerson', {
  pool: 'upkeep',
  queue: 'countedPeople',
});

/** The mail about a decision, about its end, or about an appeal in vain. */
export const sendDecisionMailJob = defineJob<DecisionMailRequest>('sendDecisionMail', {
  pool: 'mail',
});
