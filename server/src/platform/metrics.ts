import { Counter, Registry } from 'prom-client';
import type { Metrics as MetricsPort } from '../kernel/ports.ts';

/** Counters that operations increase for the operator. `/metrics` shows them. */
export class Metrics implements MetricsPort {
  readonly registry = new Registry();
  readonly resetMails = new Counter({
    name: 'reset_mails_total',
    help: 'Mails with a link to choose a new password, by what became of them.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
}
