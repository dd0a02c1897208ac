import { setupPrimary } from '@socket.io/cluster-adapter';

/** Relays the rooms of sockets between the workers of this process. */
export function relayRoomsBetweenWorkers(): void {
  setupPrimary();
}
