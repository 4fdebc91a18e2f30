"use strict";

/** The code that the server always accepts where it asks for one. */
const ONE_TIME_CODE = "123456";
const MOST_STEPS = 30;

/** What a person types into the fields of the pages, by the fields' names. */
function typedBy(user) {
  return {
    loginfmt: user.userPrincipalName,
    username: user.userPrincipalName, // of a customer
    passwd: user.password,
    otc: ONE_TIME_CODE,
    currentPassword: user.password,
    newPassword: `${user.password}2`,
    confirmNewPassword: `${user.password}2`,
  };
}

module.exports = { MOST_STEPS, typedBy };
