// A process that makes load and nothing else, so that what it costs is not counted as the server's.
import { ask, learn } from './ask.ts';
import { connect } from './connect.ts';
import { converse } from './converse.ts';
import type { OrderName, Orders } from './orders.ts';

const carriers: {
  [Name in OrderName]: (
    order: Parameters<Orders[Name]>[0],
  ) => ReturnType<Orders[Name]> | Promise<ReturnType<Orders[Name]>>;
} = {
  connect,
  converse,
  learn,
  ask,
  usage() {
    const { user, system } = process.cpuUsage();
    return { cpu: (user + system) / 1_000 };
  },
};

process.on('message', ({ name, order }: { name: OrderName; order: never }) => {
  void Promise.resolve()
    .then(async () => carriers[name](order))
    .then(
      (answer) => process.send?.({ answer }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
});
// Whoever started us is gone.
process.on('disconnect', () => process.exit(0));
