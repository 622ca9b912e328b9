/** Calls that cost something once: whoever asks for the same while one is under way, or soon after, shares its outcome. */
export type Flights<Result> = {
  /** The outcome under a key, asked for by `depart` if nobody has. Rejects as that did; failures are not remembered. */
  join(key: string, depart: () => Promise<Result>): Promise<Result>;
  /** The outcome under a key, if one is known or under way. */
  find(key: string): Promise<Result> | undefined;
};

type Flight<Result> = { result: Promise<Result>; landed: number | null };

/** After it has landed. */
const rememberedMs = 30_000;

/**
 * Single flight. One belongs to no request: a browser that leaves does not abort it.
 *
 * @param clock milliseconds since 1970
 */
export function createFlights<Result>(clock: () => number): Flights<Result> {
  const flights = new Map<string, Flight<Result>>();

  /** Flights are in order of departure: the landed ones that have been remembered long enough come first. */
  function forgetOld(): void {
    for (const [key, flight] of flights) {
      if (flight.landed !== null && flight.landed + rememberedMs > clock()) break;
      if (flight.landed !== null) flights.delete(key);
    }
  }

  function begin(key: string, depart: () => Promise<Result>): Flight<Result> {
    const flight: Flight<Result> = {
      landed: null,
      result: depart().then(
        result => {
          flight.landed = clock();
          return result;
        },
        error => {
          flights.delete(key); // an outage may be over at the next request
          throw error;
        },
      ),
    };
    flights.set(key, flight);
    return flight;
  }

  return {
    join(key, depart) {
      forgetOld();
      return (flights.get(key) ?? begin(key, depart)).result;
    },
    find: key => flights.get(key)?.result,
  };
}
