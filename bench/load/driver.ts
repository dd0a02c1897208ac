// The process that sends the load. It is a process of its own, so that its processor time does not count as the server's.
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
// A lost IPC channel means that the parent process is gone.
process.on('disconnect', () => process.exit(0));
