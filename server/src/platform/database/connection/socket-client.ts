import { Socket } from 'node:net';
import pg from 'pg';

/**
 * A `pg` client on a socket that it was given, by the `stream` option. So this code can end a connection without private parts
 * of `pg`. With TLS, `pg` puts its own stream on this socket.
 */
export class SocketClient extends pg.Client {
  readonly socket: Socket;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    // A connection can be lost before its owner listens, with the answer to its first statement. Without a listener, 'error' would
    // end the process. The next statement fails in any case.
    this.on('error', () => {});
  }
}
