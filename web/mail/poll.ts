const pauseMilliseconds = 250;
const maxAttempts = 40;

/** Reads a state until it is final, for about ten seconds. Returns the last state. @throws the errors of `read` */
export async function poll<State>(read: () => Promise<State>, isFinal: (state: State) => boolean): Promise<State> {
  for (let attempt = 1; ; attempt++) {
    const state = await read();
    if (isFinal(state) || attempt === maxAttempts) return state;
    await new Promise(resolve => setTimeout(resolve, pauseMilliseconds));
  }
}
