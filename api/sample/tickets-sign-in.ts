import { customer, note, reply, type SampleTicket } from './notation.ts';

/** Passwords, single sign-on, codes, and mail that does not arrive. */
export const signInTickets: SampleTicket[] = [
  {
    number: 1039,
    opened: '1d3h',
    subject: 'Nobody in the Lisbon office can sign in since the update',
    customer: 'Rui Carvalho · Norte Logistics <rui.carvalho@norte-logistics.example>',
    priority: 'urgent',
    assignee: 'jonas',
    tags: ['sso'],
    triage: { agent: 'jonas', age: '1d2h10m' },
    text: `Since last night's update all 14 people in Lisbon end up on "Sign-in could not be completed (SAML-07)". Porto works
      with the same identity provider. We have trucks waiting for labels.`,
    thread: [
      reply(
        'jonas',
        '1d2h',
        `Hi Rui, I am on it. Two questions while I read the logs: do Lisbon and Porto sit behind the same proxy, and could one
        person in Lisbon try from a phone *without* the office Wi-Fi?`,
      ),
      customer('1d1h', `Phone works! Same account, same password. So it is something about our network?`),
      note(
        'jonas',
        '1d',
        `SAML-07 = assertion not yet valid. Their identity provider stamps assertions 96 s in the future for requests that
        come through the Lisbon gateway:

        ~~~
        08:12:09 saml.consume issuer=idp.norte-logistics.example error=not_yet_valid skew=96s allowed=60s
        ~~~

        The update lowered the allowed clock difference from 180 s to 60 s.`,
      ),
      reply(
        'jonas',
        '23h40m',
        `Found it. Lisbon's identity provider runs **96 seconds fast**, and yesterday's update accepts 60 at most. I have set your
        desk back to 180 seconds, so everybody should get in now. Could your network people point the Lisbon server to a
        time source (NTP)? Then I can lower it again.`,
      ),
      customer('22h50m', `All 14 are in, labels are printing. You saved our morning.`),
      customer('21h', `Our IT says the gateway lost its time server weeks ago. They fix it tonight.`, 'Teresa Mendes'),
      reply('jonas', '20h30m', `Thank you, Teresa. I keep the ticket open and look at the clocks again tomorrow.`),
      note(
        'jonas',
        '3h',
        `Skew down to 11 s since 06:00. Leave 180 s for today, lower it tomorrow. Runbook "Single sign-on fails for one site"
        has the steps now.`,
      ),
      reply(
        'jonas',
        '2h40m',
        `Good morning! The clocks agree again (11 s). I will lower the limit tomorrow at noon and stay at the desk while I do;
        please shout if anyone is locked out.`,
      ),
    ],
  },
  {
    number: 1035,
    opened: '22h',
    subject: 'Password reset mail lands in spam',
    customer: 'Tomás Silva <tomas@silva-instrumentos.example>',
    tags: ['email'],
    text: `Every time one of us resets the password, the mail is in the spam folder, with the remark "sender could not be
      verified". We use our own mail server. Is there something we should allow?`,
  },
  {
    number: 1047,
    opened: '10h15m',
    subject: 'Lost phone with the authenticator app',
    customer: 'Hannah Lindqvist <hannah@lindqvist-glas.example>',
    priority: 'high',
    assignee: 'ines',
    tags: ['2fa', 'account'],
    triage: { agent: 'jonas', age: '10h' },
    text: `My phone fell into the furnace room and is gone. I still know my password but not the six digits, and I am the only
      owner. Recovery codes: I printed them and cannot find the paper.`,
    thread: [
      reply(
        'ines',
        '9h40m',
        `Hi Hannah, I am sorry about the phone! Because you are the only owner I must be sure it is you. Please send, from the
        address on the account:

        1. the number and amount of your last invoice from us
        2. the date on which the desk was opened, roughly
        3. a phone number where I can call you back today`,
      ),
      customer('8h', `INV-20899 over € 58.00, spring two years ago, +46 70 174 06 05. I am here until six.`),
      note('ines', '7h30m', `All three match. Second pair of eyes needed before I reset 2FA for an owner. @Jonas?`),
      note('jonas', '7h5m', `Checked independently, number is the one on the contract. Go ahead after the call.`),
    ],
  },
  {
    number: 985,
    opened: '13d6h',
    closed: '12d',
    subject: 'Invitation link already expired',
    customer: 'Farid Rahmani <farid@rahmani-leather.example>',
    assignee: 'ines',
    tags: ['invitation'],
    text: `I opened my invitation after the weekend and it says it has expired. My boss is on holiday until the 1st.`,
    thread: [
      reply(
        'ines',
        '13d3h',
        `Hi Farid, invitations are valid for 72 hours. Anyone with the role *Office* can send it again; at your place that is also
        Leila. Shall I write to her?`,
      ),
      customer('13d', `She sits next to me, I asked her. It worked, thanks!`),
    ],
  },
  {
    number: 1009,
    opened: '5d9h',
    pending: true,
    subject: 'SSO: new hires get the role Viewer',
    customer: 'Marcus Oyelaran <it@oyelaran-print.example>',
    assignee: 'jonas',
    tags: ['sso', 'roles'],
    text: `We map the group \`tw-production\` to the role *Workshop*. For people created in the last days it does not apply, they
      all arrive as *Viewer*. Older accounts are fine.`,
    thread: [
      reply(
        'jonas',
        '5d5h',
        `Hi Marcus, our side receives no \`groups\` attribute for the new ones at all:

        ~~~
        <saml:Attribute Name="email">…</saml:Attribute>
        <saml:Attribute Name="displayName">…</saml:Attribute>
        ~~~

        Did the claim rule get a condition recently, for example on the department?`,
      ),
      customer('4d20h', `You may be right, HR introduced a new department code last week. Let me ask.`),
      reply(
        'jonas',
        '4d18h',
        `Take your time. Until then you can set the role by hand, the next sign-in won't lower it.`,
      ),
    ],
  },
  {
    number: 1018,
    opened: '3d1h',
    subject: 'Signed out every few minutes on the shop-floor tablet',
    customer: 'Petra Novotná <petra@truhlarna-novotna.example>',
    assignee: 'jonas',
    tags: ['session', 'mobile'],
    text: `The tablet at the saw asks for the password after every coffee. On the office computers it stays signed in for days.
      It is an older Android with a kiosk browser.`,
    thread: [
      reply(
        'jonas',
        '2d21h',
        `Ahoj Petra, kiosk browsers often throw cookies away when the screen turns off. Is there a setting called "clear data on
        idle" or "private mode" in yours? Which app is it?`,
      ),
      customer(
        '2d4h',
        `It is called KioskPilot. "Reset after inactivity: 5 min" was on. Turned it off, but it still happens.`,
      ),
    ],
  },
  {
    number: 965,
    opened: '40d',
    closed: '39d',
    subject: 'Someone tried to sign in from Brazil',
    customer: 'Henrik Aasen <henrik@aasen-bats.example>',
    priority: 'urgent',
    assignee: 'jonas',
    tags: ['security'],
    triage: { agent: 'jonas', age: '39d23h30m' },
    text: `I received "New sign-in attempt from São Paulo". I am in Bergen and slept at that time. Has my account been stolen?`,
    thread: [
      reply(
        'jonas',
        '39d23h',
        `Hi Henrik, nobody got in: the attempt had the right e-mail address and a **wrong** password, four times, then stopped.
        Such lists of addresses are tried everywhere. Please still do two things:

        - change the password if you use it anywhere else
        - turn on the second factor under *Profile › Security*`,
      ),
      customer('39d20h', `Both done. Should I worry about the customer data?`),
      reply(
        'jonas',
        '39d19h',
        `No. I went through the access log of the last 30 days: only your office and your phone.`,
      ),
      note(
        'jonas',
        '39d18h',
        `Address block of the attempts reported; 212 other desks got the same probe, none got in.`,
      ),
    ],
  },
];
