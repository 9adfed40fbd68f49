//! JSON of the envelopes.

pub(super) fn array(members: &[String]) -> String {
    let mut json = String::from("[");
    json.push_str(&members.join(","));
    json.push(']');
    json
}
