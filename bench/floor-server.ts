// A bare Socket.IO server that relays each message to its receiver. It has no database, no sessions and no rules.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

interface SendMessage {
  receiverId: string;
  message: { content: string };
}

const http = createServer();
const io = new Server(http, {
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
});
io.on('connection', (socket) => {
  void socket.join(String(socket.handshake.auth['userId']));
  socket.on(
    'sendMessage',
    ({ receiverId, message }: SendMessage, acknowledge: (answer: object) => void) => {
      io.to(receiverId).emit('receiveMessage', { message });
      acknowledge({ ok: true, message });
    },
  );
  socket.emit('streamStart', { seq: 0 });
});
http.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
// A lost IPC channel means that the parent process is gone.
for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => process.exit(0));
