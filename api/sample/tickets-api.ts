import { customer, note, reply, type SampleTicket } from './notation.ts';

/** Programs that talk to the product: API, webhooks, shop connectors. */
export const apiTickets: SampleTicket[] = [
  {
    number: 1024,
    opened: '2d3h',
    subject: 'Webhook retries arrive out of order',
    customer: 'dev@lumen.example',
    priority: 'high',
    assignee: 'jonas',
    tags: ['api'],
    triage: { agent: 'jonas', age: '2d1h30m' },
    text: `We receive \`order.updated\` with status *shipped* before the one with status *packed*, roughly once in a hundred orders.
      Our side then sets the order back to packed. Is the order of deliveries not guaranteed?`,
    thread: [
      reply(
        'jonas',
        '2d1h',
        `It is not: a delivery that fails is retried after 1, 5 and 30 minutes, and newer ones overtake it meanwhile. Every payload
        carries \`sequence\`, a number that only grows per order. Ignore what is not larger than the last you saw:

        ~~~ts
        if (event.sequence <= order.lastSequence) return;
        ~~~`,
      ),
      customer(
        '1d22h',
        `We don't see \`sequence\` in ours. This is a full body:

        ~~~json
        { "type": "order.updated", "id": "evt_81c2", "data": { "number": "A-7711", "status": "packed" } }
        ~~~`,
      ),
      note(
        'jonas',
        '1d20h',
        `Their endpoint is still on payload version 1, created three years ago. \`sequence\` came with 2.`,
      ),
      reply(
        'jonas',
        '1d19h',
        `Your endpoint uses payload version 1, which has no \`sequence\`. You can switch to 2 per endpoint under *Developers ›
        Webhooks*. Differences: \`sequence\` is added, and \`data.total\` becomes an object with amount and currency.`,
      ),
      customer('1d5h', `Switched in staging, the guard works. Production follows on Thursday.`),
      reply('jonas', '1d4h', `Good. I leave this open until Friday and look at your failed deliveries with you then.`),
    ],
  },
  {
    number: 1053,
    opened: '2h30m',
    subject: '429 although we send two requests a second',
    customer: 'Viktor Hansson <viktor@hansson-cykel.example>',
    assignee: 'jonas',
    tags: ['api', 'rate-limit'],
    triage: { agent: 'jonas', age: '2h20m' },
    text: `Our sync gets 429 since about 06:00. We send two requests a second at most. The header says \`Limit: 60\`, yesterday it
      was 600.`,
    thread: [
      note(
        'jonas',
        '2h10m',
        `Token expired at 05:58, so he is counted as anonymous (60 a minute). The 401s are hidden by the 429.`,
      ),
      reply(
        'jonas',
        '2h',
        `Hi Viktor, your access token expired at 05:58. Without a valid one every request counts against the limit for unknown
        callers, 60 a minute. Renewing the token brings the 600 back. Do you keep the \`refresh_token\` somewhere?`,
      ),
      customer(
        '1h15m',
        `We did, in a container that was replaced tonight. Now it lives in the database. Sync is running again.`,
      ),
    ],
  },
  {
    number: 1003,
    opened: '6d8h',
    pending: true,
    subject: 'Signature check fails for bodies with umlauts',
    customer: 'Miriam Vogel <entwicklung@vogel-orgelbau.example>',
    assignee: 'jonas',
    tags: ['api', 'webhooks'],
    text: `Der Vergleich mit \`Tallywright-Signature\` schlägt nur fehl, wenn ein Umlaut im Text steht („Gehäuse, größer“). Wir
      rechnen HMAC-SHA-256 über den Body als String.`,
    thread: [
      reply(
        'jonas',
        '6d4h',
        `Guten Tag Frau Vogel, die Signatur gilt für die **Bytes**, so wie sie ankommen. Wird der Body vorher geparst und neu
        geschrieben oder als Latin-1 gelesen, stimmt sie bei Umlauten nicht mehr. Welche Sprache und welches Framework
        verwenden Sie?`,
      ),
      customer('5d20h', `Python, Flask. Wir nehmen \`json.dumps(request.json)\`.`),
      reply(
        'jonas',
        '5d19h',
        `Das ist die Ursache: \`json.dumps\` schreibt \`\\u00f6\` statt ö. Bitte \`request.get_data()\` verwenden, bevor geparst wird:

        ~~~python
        expected = hmac.new(secret, request.get_data(), hashlib.sha256).hexdigest()
        ~~~

        Geben Sie mir Bescheid, ob es damit klappt?`,
      ),
    ],
  },
  {
    number: 967,
    opened: '33d',
    closed: '30d',
    subject: 'Python client: timeout on large product lists',
    customer: 'Samir Kapoor <samir@kapoor-hardware.example>',
    assignee: 'jonas',
    tags: ['api'],
    text: `\`GET /products\` takes 40 seconds for 18,000 products and our client gives up at 30.

      ~~~
      requests.exceptions.ReadTimeout: HTTPSConnectionPool(host='api.tallywright.example', port=443): Read timed out.
      ~~~`,
    thread: [
      reply(
        'jonas',
        '32d20h',
        `Hi Samir, you ask with \`per_page=20000\`, an old parameter value that we still accept. Pages of 100 following the \`Link\`
        header answer in about 80 ms each. With \`updated_since\` you need only what changed since the last run.`,
      ),
      customer('31d', `Full sync went from 40 s to 15 s, and the nightly one is 2 s with updated_since. 👍`),
      note('jonas', '30d20h', `Idea for the changelog: announce the end of per_page > 100. 9 desks still use it.`),
      reply('jonas', '30d1h', `Lovely numbers, thanks for telling me. Closing this one.`),
    ],
  },
  {
    number: 986,
    opened: '12d8h',
    pending: true,
    subject: 'OAuth redirect refused: invalid_redirect_uri',
    customer: 'Anouk Verbeek <anouk@verbeek-digital.example>',
    assignee: 'jonas',
    tags: ['api', 'oauth'],
    text: `We build an integration for one of your customers. The authorization page answers \`invalid_redirect_uri\`, although the
      address is registered: \`https://app.verbeek-digital.example/callback\`.`,
    thread: [
      reply(
        'jonas',
        '12d4h',
        `Hi Anouk, addresses are compared character by character. You send \`…/callback/\` with a slash at the end, registered is the
        one without.`,
      ),
      customer('11d6h', `The slash is added by our framework. Can you register both?`),
      reply(
        'jonas',
        '11d5h',
        `You can do it yourself now: *Developers › Apps › Redirect URIs* takes up to five. Does it work with both?`,
      ),
    ],
  },
  {
    number: 1019,
    opened: '2d20h',
    subject: 'Idempotency key rejected as too long',
    customer: 'Grace Adeyemi <grace@adeyemi-prints.example>',
    priority: 'low',
    tags: ['api'],
    text: `We build the key from the whole order as JSON, in base64. Some are longer than 255 characters and get a 400. Is there a way
      to raise the limit?`,
    thread: [
      reply(
        'jonas',
        '2d17h',
        `Hi Grace, no, but a digest does the same job in 64 characters: \`sha256(order_number + ":" + revision)\`. It also keeps
        customer data out of the headers, which end up in logs.`,
      ),
      customer('2d6h', `Makes sense. What happens if two different orders ever get the same key?`),
    ],
  },
];
