import express, { type Express } from 'express';
import type { Answers } from './answers.ts';
import { write } from './write.ts';

/** The same on plain Express 5: the cost of the framework. */
export function bareExpress(answers: Answers): Express {
  const app = express();
  app.get('/v1/tickets/:id', (request, response) => {
    write(response, answers.ticket(request.params.id, request.get('If-None-Match')));
  });
  app.get('/v1/tickets', (request, response) => {
    write(response, answers.tickets(request.query, request.get('If-None-Match')));
  });
  app.post('/v1/tickets/:id/messages', express.json(), (request, response) => {
    write(response, answers.message(request.params.id, request.body));
  });
  return app;
}
