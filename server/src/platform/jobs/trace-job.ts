import type { Traces } from '../../kernel/ports.ts';

/** Runs one try of a job in a span: a part of the request that added the job, or a trace of its own. */
export async function traceJob(
  traces: Traces | null,
  {
    name,
    traceparent,
    attempt,
  }: { name: string; traceparent: string | undefined; attempt: number },
  work: () => Promise<void>,
): Promise<void> {
  if (!traces) return work();
  const facts = { 'roost.job': name, 'roost.job.attempt': attempt };
  return traces.inSpan(`job ${name}`, { kind: 'consumer', parent: traceparent, facts }, work);
}
