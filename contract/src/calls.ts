import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './wire.ts';

export const callMedia = z.enum(['audio', 'video']);
export type CallMedia = z.infer<typeof callMedia>;

/** The reasons why a call ended. */
export const callEndings = [
  'rejected',
  'cancelled',
  'unanswered',
  'offline',
  'busy',
  'hung up',
  'lost',
  'blocked',
  'signed out',
] as const;
export type CallEnding = (typeof callEndings)[number];

/** Why a call ended for a tab: the call ended, or another tab of the person answered it. */
export const callEndedReason = z.enum([...callEndings, 'answered elsewhere']);

export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

export const getIceServers = endpoint({
  method: 'GET',
  path: '/api/webrtc/ice-servers',
  summary: 'STUN and TURN servers for calls; TURN credentials last an hour',
  auth: 'member',
  limit: 'iceServers',
  response: z.object({
    status: z.literal('success'),
    iceServers: z.array(iceServer).min(1),
    /** `relay` for a viewer who hides their address from the other person. */
    iceTransportPolicy: z.enum(['all', 'relay']),
  }),
});

/** Both user ids, sorted and joined with `_`. */
const roomId = z.string().max(80);
const inRoom = z.object({ roomId });

/** In characters. A whole frame has at most 64 kB. */
const MAX_SDP_LENGTH = 60_000;
const sdp = z.string().max(MAX_SDP_LENGTH);

const candidate = z.object({
  candidate: z.string().max(4_000),
  sdpMid: z.string().max(64).nullish(),
  sdpMLineIndex: z.int().min(0).max(65_535).nullish(),
  usernameFragment: z.string().max(256).nullish(),
});

const offer = z.object({ type: z.literal('offer'), sdp });
const answer = z.object({ type: z.literal('answer'), sdp });

/** The events that a client may send over `/webrtc`, with their payloads. */
export const signalEvents = {
  join: z.tuple([inRoom]),
  offer: z.tuple([inRoom.extend({ description: offer })]),
  answer: z.tuple([inRoom.extend({ description: answer })]),
  /** Null marks the end of the candidates. */
  'ice-candidate': z.tuple([inRoom.extend({ candidate: candidate.nullable() })]),
  'local-status': z.tuple([inRoom.extend({ muted: z.boolean(), cameraOff: z.boolean() })]),
  'screen-start': z.tuple([inRoom]),
  'screen-stop': z.tuple([inRoom]),
  leave: z.tuple([inRoom]),
} as const;

/** The events that the server sends over `/webrtc`, with their payloads. */
export const peerEvents = {
  /** Both sides are in the room, also after a reconnect. Then only the caller makes an offer. */
  ready: z.tuple([]),
  offer: z.tuple([z.object({ description: offer })]),
  answer: z.tuple([z.object({ description: answer })]),
  'ice-candidate': z.tuple([z.object({ candidate: candidate.nullable() })]),
  'peer-muted': z.tuple([z.object({ muted: z.boolean() })]),
  'peer-camera-off': z.tuple([z.object({ cameraOff: z.boolean() })]),
  'peer-screen-started': z.tuple([]),
  'peer-screen-stopped': z.tuple([]),
  'peer-left': z.tuple([]),
  'peer-network-lost': z.tuple([z.object({ reason: z.string() })]),
  error: z.tuple([z.object({ message: z.string(), code: z.string() })]),
} as const;

type Emitted<Events extends Record<string, z.ZodTuple>> = {
  [Name in keyof Events]: (...payload: z.output<Events[Name]>) => void;
};
export type SignalEvents = Emitted<typeof signalEvents>;
export type PeerEvents = Emitted<typeof peerEvents>;

/** A person, as an id or as the whole object. */
export const someone = z.union([id, z.object({ _id: id })]);
