import type { Context } from '../../kernel/context.ts';
import type { Cluster } from '../../kernel/messages.ts';
import { notifyNodes } from './operator.queries.ts';
import { singleNode } from './single-node.ts';

/** PostgreSQL sends less than 8,000 bytes in a notification. */
const MAX_MESSAGE_BYTES = 7_900;
/** The name of a message whose event is too large. Nodes then read everything again. */
export const EVERYTHING = '*';

/**
 * The cluster of a command of the operator. The command cannot join the processes of the server, so it sends its events through
 * the database, which all of them share (decision 57). Nobody sends anything to it.
 */
export function operatorCluster(ctx: () => Pick<Context, 'db'>): Cluster {
  return {
    ...singleNode,
    isAlone: false,
    async broadcast({ name }, body) {
      const message = JSON.stringify({ name, body });
      const fits = Buffer.byteLength(message) <= MAX_MESSAGE_BYTES;
      await notifyNodes(ctx(), fits ? message : JSON.stringify({ name: EVERYTHING }));
    },
  };
}
