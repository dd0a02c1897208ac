import { beforeEach, expect, test, vi } from 'vitest';
import { clampGain, SoundMix } from './sound-mix.ts';

test('a gain is limited to the range from 0 to 2', () => {
  expect([-1, 0, 0.7, 1, 2, 2.5, Number.NaN].map(clampGain)).toEqual([0, 0, 0.7, 1, 2, 2, 1]);
});

/** An audio node that records its connections. */
class FakeNode {
  readonly to = new Set<FakeNode>();
  readonly gain = { value: 1, setTargetAtTime: (value: number) => (this.gain.value = value) };
  readonly stream = { getAudioTracks: () => [sent] };
  connect(node: FakeNode) {
    this.to.add(node);
  }
  disconnect() {
    this.to.clear();
  }
}
class FakeContext extends EventTarget {
  state = 'running';
  currentTime = 0;
  readonly outlet = new FakeNode();
  readonly gains: FakeNode[] = [];
  readonly sources: FakeNode[] = [];
  createMediaStreamDestination = () => this.outlet;
  createGain = () => add(this.gains);
  createMediaStreamSource = () => add(this.sources);
  resume = async () => void (this.state = 'running');
  close = async () => void (this.state = 'closed');
}
const add = (nodes: FakeNode[]) => {
  const node = new FakeNode();
  nodes.push(node);
  return node;
};
const sent = { stop: vi.fn() };
const track = () => ({}) as MediaStreamTrack;

let context: FakeContext;
let mix: SoundMix;
beforeEach(() => {
  vi.stubGlobal('MediaStream', Object);
  sent.stop.mockClear();
  context = new FakeContext();
  mix = new SoundMix(context as unknown as AudioContext);
});

test('both sounds are mixed into one track, each with its own gain', () => {
  const [microphone, shared] = context.gains;
  mix.plug('microphone', track());
  mix.plug('shared', track());
  expect(context.sources.map((each) => [...each.to])).toEqual([[microphone], [shared]]);
  expect([...microphone!.to, ...shared!.to]).toEqual([context.outlet, context.outlet]);
  mix.setGain('shared', 0.4);
  mix.setGain('microphone', 7);
  expect([microphone!.gain.value, shared!.gain.value]).toEqual([2, 0.4]);
  expect(mix.track).toBe(sent);
});

test('a new microphone replaces the first; the same one changes nothing', () => {
  const one = track();
  mix.plug('microphone', one);
  mix.plug('microphone', one);
  expect(context.sources).toHaveLength(1);
  mix.plug('microphone', track());
  expect(context.sources.map((each) => each.to.size)).toEqual([0, 1]);
  mix.plug('microphone', undefined);
  expect(context.sources.map((each) => each.to.size)).toEqual([0, 0]);
});

test('a suspended context resumes; closing disconnects everything', async () => {
  context.state = 'suspended';
  context.dispatchEvent(new Event('statechange'));
  expect(context.state).toBe('running');
  mix.plug('microphone', track());
  mix.close();
  expect(context.state).toBe('closed');
  expect(sent.stop).toHaveBeenCalled();
  expect(context.sources[0]!.to.size).toBe(0);
});
