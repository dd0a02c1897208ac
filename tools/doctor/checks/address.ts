import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import { isLoopback } from '../../../server/src/lib/loopback.ts';
import { fine, note, problem, type Check, type Finding } from '../check.ts';

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
/** A certificate that renews itself has more days left. */
const FEW_DAYS = 14;

/** Whether people reach the site at PUBLIC_URL, with a valid certificate and with sockets. */
export const address: Check = {
  name: 'address',
  async look({ config: { publicUrl, trustProxy, host, isProduction } }) {
    if (!publicUrl) {
      const text = 'PUBLIC_URL is not set, so the site is for this machine and its network';
      return note(text, 'For others, put a proxy with https in front, and set PUBLIC_URL.');
    }
    const url = new URL(publicUrl);
    const found: Finding[] = [];
    if (url.protocol === 'https:') found.push(await lookAtCertificate(url));
    else if (isProduction && !isLoopback(url.hostname))
      found.push(problem('PUBLIC_URL has no https', 'Without https, anybody on the way reads it.'));
    if (!trustProxy)
      found.push(
        problem(
          'TRUST_PROXY is off, so all people share one address and its limits',
          'Set TRUST_PROXY=1 behind one proxy.',
        ),
      );
    else if (!isLoopback(host))
      found.push(
        note(
          `HOST is ${host}, so others may reach the server past the proxy`,
          'Set HOST=127.0.0.1 if the proxy is on this machine.',
        ),
      );
    found.push(await lookAtAnswer(url), await lookAtSockets(url));
    return found;
  },
};

async function lookAtCertificate({ hostname, port }: URL): Promise<Finding> {
  const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return describeCertificate(socket);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return problem(
      `https does not work (${code ?? message})`,
      'Look at the proxy, its certificate, and the name in the DNS.',
    );
  } finally {
    socket.destroy();
  }
}

function describeCertificate(socket: TLSSocket): Finding {
  const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
  return days >= FEW_DAYS
    ? fine(`the certificate is valid for ${days} more days`)
    : note(`the certificate ends in ${days} days`, 'Look why the proxy does not renew it.');
}

/** The proxy must lead to this Roost. Its health check says so. */
async function lookAtAnswer(url: URL): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(new URL('/ready', url), { signal, redirect: 'manual' });
    if (answer.status === 200) return fine(`${url.origin} answers`);
    return problem(
      `${url.origin}/ready answers ${answer.status}`,
      'Start Roost, or correct where the proxy leads.',
    );
  } catch {
    return problem(
      `${url.origin} does not answer`,
      'Start Roost and the proxy, and open the port in the firewall.',
    );
  }
}

/** Roost refuses a socket without a session by 401. Any other answer is not from its sockets. */
async function lookAtSockets(url: URL): Promise<Finding> {
  const { get } = url.protocol === 'https:' ? https : http;
  const request = get(new URL('/socket.io/?EIO=4&transport=websocket', url), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    },
  });
  const status = await once(request, 'response').then(
    ([answer]) => (answer as http.IncomingMessage).statusCode,
    () => undefined,
  );
  request.destroy();
  return status === 401
    ? fine('sockets get through')
    : problem(
        'sockets do not get through, so nothing is live',
        'Let the proxy pass upgrades to WebSocket on.',
      );
}
