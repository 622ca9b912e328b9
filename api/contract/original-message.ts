/** The line that Outlook puts above a quoted mail, in the languages of `api/mail/parse/fold-quotes.ts`. */
export const originalMessagePattern =
  /^-{2,}\s?(?:Original Message|Original-?Nachricht|Ursprüngliche Nachricht|Message d'origine|Message original|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk bericht|Ursprungligt meddelande|Oprindelig meddelelse|Opprinnelig melding|Wiadomość oryginalna|Original Appointment)\s?-{2,}$/i;
