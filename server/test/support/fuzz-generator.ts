import fc from 'fast-check';
import { signalEvents } from '@roost/contract/calls';
import { clientEvents } from '@roost/contract/events';
import {
  hostileParams,
  Inputs,
  requestsOf,
  schemaOf,
  type FuzzedRequest,
  type Hostility,
} from './fuzz-inputs.ts';
import type { Known } from './fuzz-known.ts';
import type { FuzzPeople } from './fuzz-people.ts';
import type { FuzzPerson } from './fuzz-person.ts';
import { isOfCall, type Target, type WeightedTarget } from './fuzz-targets.ts';

/** An input before its values are chosen. */
interface Head {
  target: Target;
  who: FuzzPerson | null;
  hostility: Hostility;
  seed: number;
}

export interface Input extends Pick<Head, 'target' | 'who'> {
  request?: FuzzedRequest;
  payload?: unknown[];
}

/** Generates inputs. Half of them follow their schema, a quarter mostly does, and a quarter mostly does not. */
export class FuzzGenerator {
  readonly #targets: readonly WeightedTarget[];
  readonly #people: FuzzPeople;
  readonly #known: Known;
  readonly #cache = new Map<string, fc.Arbitrary<FuzzedRequest | unknown[]>>();

  constructor(targets: readonly WeightedTarget[], people: FuzzPeople, known: Known) {
    this.#targets = targets;
    this.#people = people;
    this.#known = known;
  }

  /** Chooses targets and senders. */
  heads(size: number, seed: number): Head[] {
    const target = fc.oneof(
      ...this.#targets.map((each) => ({
        weight: each.weight,
        arbitrary: fc.constant(each.target),
      })),
    );
    const who = fc.oneof(
      { weight: 7, arbitrary: fc.nat(2) },
      { weight: 2, arbitrary: fc.constantFrom(3, 4) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
    const hostility = fc.constantFrom<Hostility>(0, 0, 4, 12);
    const heads = fc.sample(fc.tuple(target, who, hostility, fc.nat()), { numRuns: size, seed });
    return heads.map(([each, n, level, own]) => ({
      target: each,
      who: n === null ? null : this.#senderOf(each, n, own),
      hostility: level,
      seed: own,
    }));
  }

  /** Person number `n`, but mostly one of the few people for whom the target is. */
  #senderOf(target: Target, n: number, own: number): FuzzPerson | null {
    const { all, guests } = this.#people;
    const few =
      'endpoint' in target && target.endpoint.staff !== undefined
        ? all.slice(3)
        : isOfCall(target)
          ? guests
          : [];
    const chosen = few[Math.floor(own / 4) % few.length];
    return (own % 4 > 0 ? chosen : undefined) ?? all[n] ?? null;
  }

  /** Chooses the values. They name what the answers so far contained. */
  inputOf({ target, who, hostility, seed }: Head): Input {
    this.#known.person = who?.member.id;
    const value = this.#sampleOf(target, hostility, seed);
    return { target, who, ...(Array.isArray(value) ? { payload: value } : { request: value }) };
  }

  #sampleOf(target: Target, hostility: Hostility, seed: number): FuzzedRequest | unknown[] {
    const key = `${target.name} ${hostility}`;
    let arbitrary = this.#cache.get(key);
    if (!arbitrary) this.#cache.set(key, (arbitrary = this.#arbitraryOf(target, hostility)));
    return fc.sample(arbitrary, { numRuns: 1, seed })[0]!;
  }

  #arbitraryOf(target: Target, hostility: Hostility) {
    const inputs = new Inputs(this.#known, target.name);
    if ('endpoint' in target) {
      const requests = requestsOf(inputs, target.endpoint, hostility);
      if (!hostility) return requests;
      const params = fc.option(hostileParams(target.endpoint), { freq: 2 });
      return fc
        .tuple(requests, params)
        .map(([request, hostile]) => (hostile ? { ...request, params: hostile } : request));
    }
    if ('namespace' in target) {
      const events: Record<string, unknown> = target.namespace ? signalEvents : clientEvents;
      const schema = schemaOf(events[target.event] as never);
      return inputs
        .value(schema, hostility)
        .map((value) => (Array.isArray(value) ? value : [value]) as unknown[]);
    }
    return target.form
      ? requestsOf(inputs, { body: target.form }, hostility)
      : requestsOf(inputs, {}, 4);
  }
}
