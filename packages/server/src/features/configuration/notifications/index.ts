// Front door of notifications: what happens on a site is told to the channels that want it.
export { sendMail, sendsMails } from './mail/outbox.ts';
export { mayTellAgain, notify } from './notify.ts';
export { channelRoutes, mailConsoleRoutes } from './routes.ts';
export { forgetOldNotifications, sendDueMessages } from './send.ts';
