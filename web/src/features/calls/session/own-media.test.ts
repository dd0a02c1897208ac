import { beforeEach, expect, test, vi } from 'vitest';

/** An open device, with the properties that these tests check. */
class FakeTrack extends EventTarget {
  readyState = 'live';
  enabled = true;
  contentHint = '';
  readonly kind: string;
  constructor(kind: string) {
    super();
    this.kind = kind;
    tracks.push(this);
  }
  stop() {
    this.readyState = 'ended';
  }
  getSettings = () => ({ deviceId: this.kind });
  pullOut() {
    this.stop();
    this.dispatchEvent(new Event('ended'));
  }
}
class FakeStream {
  readonly #tracks: FakeTrack[];
  constructor(of: FakeTrack[]) {
    this.#tracks = of;
  }
  getTracks = () => this.#tracks;
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video');
}
class FakeContext extends EventTarget {
  state = 'running';
  currentTime = 0;
  createMediaStreamDestination = () => ({
    stream: new FakeStream([Object.assign(new FakeTrack('audio'), { readyState: 'ended' })]),
  });
  createGain = () => ({ connect() {}, gain: {} });
  createMediaStreamSource = vi.fn(() => ({ connect() {}, disconnect() {} }));
  close = async () => {};
}

let tracks: FakeTrack[];
/** The pending device requests, oldest first, with functions that answer them. */
let asked: { constraints: MediaStreamConstraints; open(): void; refuse(): void }[];
const openDevice = async (constraints: MediaStreamConstraints) =>
  new Promise<FakeStream>((resolve, reject) => {
    const kinds = (['audio', 'video'] as const).filter((kind) => constraints[kind]);
    asked.push({
      constraints,
      open: () => resolve(new FakeStream(kinds.map((kind) => new FakeTrack(kind)))),
      refuse: () => reject(new DOMException('', 'NotReadableError')),
    });
  });
const mediaDevices = { getUserMedia: openDevice, getDisplayMedia: vi.fn(openDevice) };
vi.stubGlobal('navigator', { mediaDevices });
vi.stubGlobal('isSecureContext', true);
vi.stubGlobal('AudioContext', FakeContext);
vi.stubGlobal('MediaStream', FakeStream);
vi.stubGlobal('localStorage', { getItem: () => '{}', setItem() {} });

const { OwnMedia } = await import('./own-media.ts');
const settled = async () => new Promise((resolve) => setTimeout(resolve, 0));
const live = () => tracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind);

beforeEach(() => {
  tracks = [];
  asked = [];
  mediaDevices.getDisplayMedia.mockClear();
});

/** Answers the oldest pending request. */
async function next(how: 'open' | 'refuse'): Promise<void> {
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  asked.shift()![how]();
  await settled();
}

test('a microphone opens muted if the user mutes while it opens', async () => {
  const own = new OwnMedia('audio');
  own.toggleMute();
  expect(own.state.get().isMuted).toBe(true);
  await next('open');
  expect(tracks.at(-1)).toMatchObject({ kind: 'audio', enabled: false });
  own.toggleMute();
  expect(own.state.get().isMuted).toBe(false);
  expect(tracks.at(-1)).toMatchObject({ enabled: true });
});

test('unmuting requests a failed microphone again; muting meanwhile keeps it muted', async () => {
  const own = new OwnMedia('audio');
  await next('refuse');
  expect(own.state.get()).toMatchObject({ isMuted: true, problem: expect.any(String) });
  own.toggleMute();
  own.toggleMute();
  await next('open');
  expect(asked).toEqual([]);
  expect(own.state.get()).toMatchObject({ isMuted: true, problem: undefined });
  expect(tracks.at(-1)).toMatchObject({ enabled: false });
});

test('the problem names each failed device until it opens', async () => {
  const own = new OwnMedia('video');
  for (let n = 0; n < 3; n += 1) await next('refuse');
  const words = () => own.state.get().problem?.split('\n');
  expect(words()).toEqual([
    expect.stringContaining('microphone'),
    expect.stringContaining('camera'),
  ]);
  void own.retry();
  await next('open');
  expect(words()).toEqual([expect.stringContaining('camera')]);
  void own.retry();
  await next('refuse');
  expect(words()).toHaveLength(1);
});

test('choosing another camera does not turn the camera on', async () => {
  const own = new OwnMedia('audio');
  await next('open');
  await own.useCamera({ deviceId: 'another' });
  expect(asked).toEqual([]);
  expect(own.state.get()).toMatchObject({ isCameraOff: true, cameraId: 'another' });
  void own.toggleCamera();
  await next('open');
  expect(own.state.get().isCameraOff).toBe(false);
});

test('the end of a call closes open devices, and a pending one when it opens', async () => {
  const own = new OwnMedia('video');
  await next('refuse');
  await next('open');
  expect(live()).toEqual(['audio']);
  own.close();
  expect(live()).toEqual([]);
  await next('open');
  expect(live()).toEqual([]);
});

test('a microphone unplugged while the camera opens is replaced', async () => {
  const own = new OwnMedia('audio');
  await next('open');
  void own.toggleCamera();
  tracks.at(-1)!.pullOut();
  await next('open');
  await next('open');
  expect(live().toSorted()).toEqual(['audio', 'video']);
  own.close();
  expect(live()).toEqual([]);
});

test('the camera still closes after the microphone could not be mixed', async () => {
  const own = new OwnMedia('video');
  vi.spyOn(own.mix, 'plug').mockImplementationOnce(() => {
    throw new DOMException('', 'NotSupportedError');
  });
  await next('open');
  expect(live()).toEqual(['video']);
  expect(own.state.get()).toMatchObject({ isMuted: true, problem: expect.any(String) });
  own.close();
  expect(live()).toEqual([]);
});

test('two presses share the screen once', async () => {
  const own = new OwnMedia('audio');
  await next('open');
  const claim = vi.fn(async () => {});
  const shares = [own.share(claim, () => {}), own.share(claim, () => {})];
  await next('open');
  await Promise.all(shares);
  await own.share(claim, () => {});
  expect(mediaDevices.getDisplayMedia).toHaveBeenCalledTimes(1);
  expect(claim).toHaveBeenCalledTimes(1);
  expect(own.state.get().isSharing).toBe(true);
  own.stopSharing();
  expect(live()).toEqual(['audio']);
});
