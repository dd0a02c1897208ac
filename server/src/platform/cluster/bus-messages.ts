import { z } from 'zod';

const from = z.uuid();
/** The envelopes. Each body has a schema of its own. See `kernel/messages.ts`. */
const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heartbeat'), from }),
  z.object({ kind: z.literal('leave'), from }),
  z.object({
    kind: z.literal('message'),
    from,
    name: z.string(),
    body: z.unknown(),
    reply: z.uuid().optional(),
    /** The span that sent it, if traces are on. */
    traceparent: z.string().max(55).optional(),
  }),
  z.object({
    kind: z.literal('question'),
    from,
    name: z.string(),
    question: z.unknown(),
    reply: z.uuid(),
  }),
  z.object({ kind: z.literal('answer'), from, reply: z.uuid(), answer: z.unknown().optional() }),
]);
export type BusMessage = z.infer<typeof message>;

/** Throws if the text is no valid message. */
export function readMessage(text: string): BusMessage {
  return message.parse(JSON.parse(text));
}
